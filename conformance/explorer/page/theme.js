// Light or dark: as the system is set, until the user chooses.

const KEY = 'touchstone-theme'

export function createTheme(changed) {
  const system = matchMedia('(prefers-color-scheme: dark)')
  let chosen = remembered()
  const apply = () => {
    document.documentElement.dataset.theme = theme.dark() ? 'dark' : 'light'
    changed()
  }
  const theme = {
    dark: () => (chosen === null ? system.matches : chosen === 'dark'),
    toggle() {
      const next = theme.dark() ? 'light' : 'dark'
      // Who chooses what the system has anyway follows the system again.
      chosen = (next === 'dark') === system.matches ? null : next
      remember(chosen)
      apply()
    },
  }
  system.addEventListener('change', apply)
  queueMicrotask(apply)
  return theme
}

/** A page from disk may have no storage. */
function remembered() {
  try {
    const value = localStorage.getItem(KEY)
    return value === 'dark' || value === 'light' ? value : null
  } catch {
    return null
  }
}

function remember(value) {
  try {
    if (value === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, value)
  } catch {
    // It holds until the page is closed.
  }
}
