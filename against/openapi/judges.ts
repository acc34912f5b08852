// What others say of a document: three validators of OpenAPI, and ajv of its components.

import SwaggerParser from '@apidevtools/swagger-parser'
import { validate as validateByScalar } from '@scalar/openapi-parser'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { OpenApiDocument } from '../../src/index.ts'

type Judge = (document: OpenApiDocument) => unknown

const seriousme = new Validator()

/** Each returns what is wrong, or throws it; undefined: nothing. They may change what they get. */
const JUDGES: Readonly<Record<string, Judge>> = {
  async seriousme(document) {
    const { valid, errors } = await seriousme.validate(document as never)
    return valid ? undefined : errors
  },
  async 'swagger-parser'(document) {
    await SwaggerParser.validate(document as never)
  },
  async scalar(document) {
    const { valid, errors } = await validateByScalar(document as never)
    return valid ? undefined : errors
  },
  ajv({ openapi, components }) {
    if (!openapi.startsWith('3.1')) return
    const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false })
    ajv.addSchema({ $id: 'document', components })
    for (const name of Object.keys(components?.schemas ?? {}))
      ajv.compile({ $ref: `document#/components/schemas/${name}` })
  },
}

/** The faults of validators: what they say of which documents. Each entry has to be met by a run of all. */
export const KNOWN: readonly { judge: string; says: RegExp; why: string }[] = [
  {
    judge: 'seriousme',
    says: /^"?Can't resolve \[object Object\]/,
    why: 'it takes a property called $ref or $id for the keyword',
  },
]

export interface Complaint {
  readonly judge: string
  readonly text: string
  readonly known: (typeof KNOWN)[number] | undefined
}

export async function complaintsAbout(document: OpenApiDocument): Promise<Complaint[]> {
  const text = JSON.stringify(document)
  const complaints: Complaint[] = []
  for (const [judge, ask] of Object.entries(JUDGES)) {
    const said = await told(ask, JSON.parse(text))
    if (said === undefined) continue
    complaints.push({
      judge,
      text: said,
      known: KNOWN.find((one) => one.judge === judge && one.says.test(said)),
    })
  }
  return complaints
}

async function told(judge: Judge, document: OpenApiDocument): Promise<string | undefined> {
  try {
    const wrong = await judge(document)
    return wrong === undefined ? undefined : JSON.stringify(wrong)
  } catch (error) {
    return (error as Error).message
  }
}
