// What went wrong with a call of the employee's page, by the code of the error.
import type { DomainErrorCode } from '../../domain/errors.ts'
import { CallError } from '../kit/call.ts'
import type { Translate } from '../kit/translations.tsx'
import { english, type PageText } from './english-words.ts'

/** `network` and `fault` are codes of the browser and of errors that no one caused. */
const textOfCode: Record<DomainErrorCode | 'network' | 'fault', PageText> = {
  invalid: 'invalid',
  'signed-out': 'fault',
  'second-factor': 'fault',
  forbidden: 'forbidden',
  'step-up': 'fault',
  'second-factor-required': 'fault',
  'not-found': 'oldLink',
  'method-not-allowed': 'fault',
  conflict: 'fault',
  running: 'running',
  'stale-version': 'fault',
  'too-large': 'invalid',
  'unsupported-type': 'invalid',
  'key-reused': 'fault',
  'too-many': 'tooMany',
  'not-offered': 'fault',
  unavailable: 'busy',
  'no-space': 'busy',
  network: 'network',
  fault: 'fault',
}

const isKnown = (code: string): code is keyof typeof textOfCode => Object.hasOwn(textOfCode, code)

export function errorText(t: Translate<PageText>, error: unknown): string {
  if (!(error instanceof CallError) || !isKnown(error.code)) return t('fault')
  const text = textOfCode[error.code]
  if (text === 'fault' && error.reference !== '') return t('faultWithReference', { reference: error.reference })
  return t(text, { minutes: Math.ceil((error.retryAfterSeconds ?? 60) / 60) })
}

/** Issues of a field have a sentence and no code; the schema gives the same one in the browser and on the server. */
const nameTexts = ['nameMissing', 'nameTooLong', 'nameNotStorable', 'nameInLines', 'nameWithAddress'] as const

export function nameErrorText(t: Translate<PageText>, sentence: string | undefined): string | undefined {
  if (sentence === undefined) return undefined
  return t(nameTexts.find((text) => english[text] === sentence) ?? 'invalid')
}
