/** VitePress's default theme with the corrections of `site.css`. */
import DefaultTheme from 'vitepress/theme'
import './site.css'

export default DefaultTheme
