// Where one was in each view: back and forward return to the place that was left, and to the link that led away from it.

/** By the entry of the history, which its number tells: the same view may be there twice. */
const places = new Map()
let current = ''
let made = 0

export function keepPlaces() {
  history.scrollRestoration = 'manual'
  // A page that is loaded again is at an entry that has its number.
  if (history.state?.place) current = history.state.place
  else begin()
  addEventListener('scroll', () => keep({ top: scrollY }), { passive: true })
  addEventListener('focusin', ({ target }) => {
    const href = target.closest?.('main a')?.getAttribute('href')
    if (href) keep({ href })
  })
}

function keep(change) {
  places.set(current, { ...places.get(current), ...change })
}

/** The current entry gets its number; to be called after each one that is made. */
export function begin() {
  current = `${performance.timeOrigin} ${++made}`
  history.replaceState({ place: current }, '')
}

/** What returns to the place of the entry that was stepped to; null where it is a new one. */
export function stepped() {
  const place = history.state?.place
  // A link to a # makes an entry without a number, and tells of it as of a step.
  if (place === undefined) {
    begin()
    return null
  }
  if (place === current) return null
  current = place
  const { top = 0, href } = places.get(place) ?? {}
  return () => {
    const link =
      href && [...document.querySelectorAll('main a')].find((one) => one.getAttribute('href') === href)
    ;(link || document.querySelector('main h1'))?.focus({ preventScroll: true })
    goTo(top)
  }
}

/** Scrolls, and keeps it at once: the event of it comes with a later frame, when another step may have been made. */
export function goTo(top) {
  scrollTo(0, top)
  keep({ top })
}
