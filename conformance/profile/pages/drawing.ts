// The contexts of a fixture as a drawing of lines: what each declares, one below the other.

import { type ContextNode, type Declared, treeOf } from '../../../spec/app-tree.ts'
import type { App } from '../../../spec/case.ts'

export function drawing(name: string, app: App): string {
  return [name, ...below(treeOf(app))].join('\n')
}

function below(node: ContextNode): string[] {
  const items: { head: string; inner: string[] }[] = [
    ...gathered(node.declares).map((head) => ({ head, inner: [] })),
    ...node.children.map((child) => ({ head: contextText(child), inner: below(child) })),
  ]
  return items.flatMap(({ head, inner }, at) => {
    const last = at === items.length - 1
    return [`${last ? '└─ ' : '├─ '}${head}`, ...inner.map((line) => `${last ? '   ' : '│  '}${line}`)]
  })
}

export function contextText({ name, wrapped, prefix }: ContextNode): string {
  if (wrapped) return `(${name}: no context of its own)`
  return prefix === '' || prefix.endsWith(`/${name}`) ? `[${prefix || name}]` : `[${name}] ${prefix}`
}

/** What is declared one after the other and is of one kind stands in one line. */
export function gathered(declares: Declared[]): string[] {
  const lines: { kind: string; within: string; texts: string[] }[] = []
  for (const one of declares) {
    const { kind, within } = one
    const last = lines.at(-1)
    const joins = one.name !== '' && kind !== 'route' && last?.kind === kind && last.within === within
    if (joins) last.texts.push(one.name)
    else lines.push({ kind, within, texts: [declaredText(one)] })
  }
  return lines.map(({ texts, within }) => texts.join(', ') + (within === '' ? '' : ` (${within})`))
}

function declaredText({ kind, name }: Declared): string {
  return kind === 'route' ? name : [kind, name].filter((word) => word !== '').join(' ')
}
