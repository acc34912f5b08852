// The reports that `touchstone fuzz` writes, each into a file.

import { checkWritable } from '../report-targets.ts'
import { UsageError } from '../usage.ts'

export type FuzzFormat = 'json' | 'junit' | 'html' | 'har' | 'sarif' | 'markdown'
const ENDINGS: Record<FuzzFormat, string> = {
  ...{ json: '.json', junit: '.xml', html: '.html', har: '.har', sarif: '.sarif', markdown: '.md' },
}

export interface FuzzReportFile {
  format: FuzzFormat
  file: string
}

export function reportsOf(given: string[]): FuzzReportFile[] {
  const reports = given
    .flatMap((one) => one.split(','))
    .map((one) => {
      const [format = '', ...rest] = one.split('=')
      if (!Object.hasOwn(ENDINGS, format))
        throw new UsageError(
          `There is no report format "${format}"; there are ${Object.keys(ENDINGS).join(', ')}.`,
        )
      const known = format as FuzzFormat
      if (rest.length > 0 && rest.join('=') === '')
        throw new UsageError(`The file is missing after "${format}=".`)
      return { format: known, file: rest.length > 0 ? rest.join('=') : `touchstone-fuzz${ENDINGS[known]}` }
    })
  for (const { file } of reports) checkWritable(file)
  const twice = reports.find(({ file }, at) => reports.findIndex((one) => one.file === file) !== at)
  if (twice) throw new UsageError(`Two reports would be written to ${twice.file}: name a file for each.`)
  return reports
}
