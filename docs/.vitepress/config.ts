/** The site: its navigation, its search, and where its pages come from. `cli/site/` writes them to `dist/docs/`. */
import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'

const STAGE = new URL('../../dist/docs/', import.meta.url)

/** The entry of a page in the sidebar, by its first heading. */
function entry(page: string) {
  const text = readFileSync(new URL(`${page}.md`, STAGE), 'utf8')
  return { text: /^# (.*)$/m.exec(text)![1]!.replaceAll('`', ''), link: `/${page}` }
}

function entries(folder: string, ...names: string[]) {
  return names.map((name) => entry(`${folder}/${name}`))
}

/** Every page of a generated folder, in the order in which its index links to them. */
function all(folder: string) {
  const index = readFileSync(new URL(`${folder}/index.md`, STAGE), 'utf8')
  const linked = [...index.matchAll(/\]\(([\w-]+)\.md\)/g)].map((match) => match[1]!)
  const names = readdirSync(new URL(`${folder}/`, STAGE))
    .filter((name) => name.endsWith('.md') && name !== 'index.md')
    .map((name) => name.slice(0, -3))
  const sorted = [...new Set([...linked, ...names])].filter((name) => names.includes(name))
  return [{ text: 'Overview', link: `/${folder}/` }, ...sorted.map((name) => entry(`${folder}/${name}`))]
}

const guides = [
  { text: 'Start', items: [entry('getting-started'), entry('examples')] },
  {
    text: 'Guides',
    items: entries(
      'guides',
      ...[
        'lifecycle',
        'timeouts',
        'encapsulation',
        'plugins',
        'validation',
        'serialization',
        'errors',
        'openapi',
        'client',
        'typescript',
        'testing',
      ],
      ...[
        'logging',
        'explain',
        'engine',
        'deployment',
        'deploy-anywhere',
        'which-line',
        'migration-from-fastify-4',
        'migration-from-fastify-5',
      ],
    ),
  },
  {
    text: 'Tools',
    items: entries(
      'tools',
      'conform',
      'fixtures',
      'adapters',
      'language',
      'explorer',
      'fuzzing',
      'check',
      'fuzz-schema',
    ),
  },
  {
    text: 'Project',
    items: [
      ...entries(
        'project',
        'architecture',
        'proof',
        'property-tests',
        'ecosystem',
        'first-fixture',
        'history',
        'runtimes',
        'contributing',
        'changelog',
      ),
    ],
  },
]

export default defineConfig({
  title: 'touchstone',
  description: 'A web server framework for Node.js whose behaviour is an executable specification',
  lang: 'en',
  srcDir: '../dist/docs',
  outDir: '../dist/site',
  cacheDir: '../dist/.vitepress',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config(markdown) {
      // The pages are text: braces have no meaning for Vue.
      for (const name of ['text', 'code_inline']) {
        const render = markdown.renderer.rules[name]!
        markdown.renderer.rules[name] = (...args) => render(...args).replaceAll('{{', '&#123;&#123;')
      }
      const render = markdown.renderer.rules.code_block!
      markdown.renderer.rules.code_block = (...args) =>
        render(...args).replace(/^<pre/, '<pre v-pre tabindex="0"')
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Guides', link: '/getting-started', activeMatch: '^/(getting-started|guides)' },
      { text: 'Reference', link: '/reference/', activeMatch: '^/reference/' },
      { text: 'Specification', link: '/specification/', activeMatch: '^/specification/' },
      { text: 'Tools', link: '/tools/conform', activeMatch: '^/tools/' },
      { text: 'Explorer', link: '/explorer.html', target: '_self' },
    ],
    sidebar: {
      '/': guides,
      '/reference/': [{ text: 'Reference', items: all('reference') }],
      '/specification/': [{ text: 'The specification', items: all('specification') }],
    },
  },
})
