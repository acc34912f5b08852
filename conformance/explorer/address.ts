// The state of the page as the part of its address behind the #, so that every view can be linked to.

export interface Address {
  view: 'matrix' | 'trend' | 'ecosystem' | 'known' | 'compare'
  query: string
  rule: string
  case: string
  exchange: string
  implementation: string
  transport: string
  /** The runs that are compared. */
  left: string
  right: string
  /** Transports in a column each, or together; empty: as there is room. */
  shape: '' | 'together' | 'apart'
  /** Areas that are not as they are by default: open without a query, shut with one. */
  toggled: string[]
}

const NAMES: [keyof Address, string][] = [
  ['view', 'view'],
  ['query', 'q'],
  ['rule', 'rule'],
  ['case', 'case'],
  ['exchange', 'exchange'],
  ['implementation', 'implementation'],
  ['transport', 'transport'],
  ['left', 'left'],
  ['right', 'right'],
  ['shape', 'transports'],
]

export const HOME: Address = {
  view: 'matrix',
  query: '',
  rule: '',
  case: '',
  exchange: '',
  implementation: '',
  transport: '',
  left: '',
  right: '',
  shape: '',
  toggled: [],
}

const VIEWS: Address['view'][] = ['matrix', 'trend', 'ecosystem', 'known', 'compare']

export function readAddress(hash: string): Address {
  const params = new URLSearchParams(hash.replace(/^#/, ''))
  const address: Address = { ...HOME, toggled: params.getAll('area') }
  for (const [key, name] of NAMES) {
    const value = params.get(name)
    if (value === null) continue
    if (key === 'view') address.view = VIEWS.find((view) => view === value) ?? 'matrix'
    else if (key === 'shape') address.shape = value === 'together' || value === 'apart' ? value : ''
    else if (key !== 'toggled') address[key] = value
  }
  return address
}

export function writeAddress(address: Partial<Address>): string {
  const params = new URLSearchParams()
  for (const [key, name] of NAMES) {
    const value = address[key]
    if (typeof value === 'string' && value !== '' && value !== HOME[key]) params.set(name, value)
  }
  for (const area of address.toggled ?? []) params.append('area', area)
  const text = params.toString()
  return text === '' ? '#' : `#${text}`
}
