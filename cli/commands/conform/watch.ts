// `touchstone conform --watch`: runs again whenever a file of the implementations or of the specification has changed.

import { existsSync, type FSWatcher, watch } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { UsageError } from '../../options/usage.ts'

/** Milliseconds in which the changes of one save are collected. */
const PAUSE = 150
const IGNORED = /(^|[\\/])(node_modules|\.git|__pycache__)([\\/]|$)|\.(part|tmp)$|~$/

/** The folders of modules and programs that the implementations name, and the specification's. */
export function watchedFolders(implementations: readonly string[], spec: string | undefined): string[] {
  const files = implementations.flatMap((one) => {
    const [, kind, rest = ''] = /^(js|exec):(.*)$/s.exec(one) ?? []
    if (kind === 'exec') return rest.split(/\s+/).map((word) => word.replace(/^["']|["']$/g, ''))
    if (kind === 'js') return [rest]
    return /[\\/]/.test(one) && kind === undefined && !/^(npm|tcp|https?):/.test(one) ? [one] : []
  })
  const folders = files
    .filter((file) => file !== '' && existsSync(file))
    .map((file) => dirname(resolve(file)))
  const all = [...new Set([...folders, ...(spec === undefined ? [] : [resolve(spec)])])]
  if (all.length === 0)
    throw new UsageError(
      `--watch has nothing to watch: ${implementations.join(', ')} is not made of files here. Name a module, as in touchstone conform js:./adapter.mjs --watch, or a program, as in exec:"python3 adapter.py", or --spec FOLDER.`,
    )
  return all
}

export interface Watch {
  /** The name of a file that has changed since the last one was told; null once the signal is aborted. */
  change(signal: AbortSignal): Promise<string | null>
  end(): void
}

/** `written` are files that the run itself writes. */
export function watchFolders(folders: readonly string[], written: readonly string[]): Watch {
  const own = written.map((file) => resolve(file))
  let changed: string | undefined
  let timer: NodeJS.Timeout | undefined
  let wake = (): void => undefined
  const watchers: FSWatcher[] = folders.map((folder) =>
    watch(folder, { recursive: true }, (_, name) => {
      // What is written beside a report and renamed to it is the report, too.
      if (name === null || IGNORED.test(name) || own.some((file) => resolve(folder, name).startsWith(file)))
        return
      changed = basename(name)
      clearTimeout(timer)
      timer = setTimeout(() => wake(), PAUSE)
    }),
  )
  return {
    async change(signal) {
      while (changed === undefined && !signal.aborted)
        await new Promise<void>((done) => {
          wake = done
          signal.addEventListener('abort', () => done(), { once: true })
        })
      const file = changed
      changed = undefined
      return signal.aborted ? null : (file ?? null)
    },
    end() {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
    },
  }
}
