// The contexts of a fixture as a drawing of lines: what each declares, one below the other.

import type { App } from '../../../spec/case.ts'
import { type ContextNode, type Declared, treeOf } from '../../explorer/app-tree.ts'

export function drawing(name: string, app: App): string {
  return [name, ...below(treeOf(app))].join('\n')
}

function below(node: ContextNode): string[] {
  const items: { head: string; inner: string[] }[] = [
    ...node.declares.map((one) => ({ head: declaredText(one), inner: [] })),
    ...node.children.map((child) => ({ head: contextText(child), inner: below(child) })),
  ]
  return items.flatMap(({ head, inner }, at) => {
    const last = at === items.length - 1
    return [`${last ? '└─ ' : '├─ '}${head}`, ...inner.map((line) => `${last ? '   ' : '│  '}${line}`)]
  })
}

function contextText({ name, wrapped, prefix }: ContextNode): string {
  if (wrapped) return `(${name}: no context of its own)`
  return prefix === '' || prefix.endsWith(`/${name}`) ? `[${prefix || name}]` : `[${name}] ${prefix}`
}

function declaredText({ kind, name, within }: Declared): string {
  const what = kind === 'route' ? name : [kind, name].filter((word) => word !== '').join(' ')
  return within === '' ? what : `${what} (${within})`
}
