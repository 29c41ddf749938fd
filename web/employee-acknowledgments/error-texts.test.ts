import { describe, expect, it } from 'vitest'
import { AcknowledgmentInput } from '../../domain/employee-acknowledgment.ts'
import { httpStatus } from '../../domain/errors.ts'
import { CallError } from '../kit/call.ts'
import { type Translate, translationsFrom } from '../kit/translations.tsx'
import { english, type PageText } from './english-words.ts'
import { errorText, nameErrorText } from './error-texts.ts'
import { spanish } from './spanish-words.ts'

const { en, es } = translationsFrom({ en: english, es: spanish })
const inEnglish: Translate<PageText> = (key, values) => en._(key, values)
const inSpanish: Translate<PageText> = (key, values) => es._(key, values)

const failure = (code: string, more: { reference?: string; retryAfterSeconds?: number } = {}) =>
  new CallError({ status: 400, code, sentence: 'The server says this in English.', text: '', ...more })

describe('an error of the employee’s page', () => {
  it.each([...Object.keys(httpStatus), 'network', 'fault'])('has a Spanish text for the code %s', (code) => {
    const text = errorText(inSpanish, failure(code))
    expect(text).not.toBe(errorText(inEnglish, failure(code)))
    expect(text).not.toMatch(/\b(the|your|again)\b|[{}]/)
  })

  it.each([
    ['a code that this release does not know', failure('teapot')],
    ['a failure without a code', failure('')],
    ['something that is no answer of the server', new TypeError('x is not a function')],
    ['nothing', null],
  ])('has a Spanish text for %s', (_what, error) => {
    expect(errorText(inSpanish, error)).toBe('Algo falló de nuestro lado. Intente de nuevo.')
  })

  it.each([
    [60, 'Intente de nuevo en 1 minuto.'],
    [61, 'Intente de nuevo en 2 minutos.'],
    [900, 'Intente de nuevo en 15 minutos.'],
  ])('says after how many minutes to try again: %d s', (retryAfterSeconds, words) => {
    expect(errorText(inSpanish, failure('too-many', { retryAfterSeconds }))).toContain(words)
  })

  it('has the reference number of a fault', () => {
    const error = failure('fault', { reference: 'r-7Qx2' })
    expect(errorText(inSpanish, error)).toMatch(/número de referencia: r-7Qx2$/)
  })
})

describe('a refused name', () => {
  const sentenceOf = (name: unknown) => AcknowledgmentInput.safeParse({ token: 't', name }).error?.issues[0]?.message

  it.each([
    ['a missing one', undefined, 'Escriba su nombre.'],
    ['an empty one', '', 'Escriba su nombre.'],
    ['spaces', '   ', 'Escriba su nombre.'],
    ['a number', 7, 'Escriba su nombre.'],
    ['one that is too long', 'a'.repeat(201), 'Use como máximo 200 caracteres.'],
    ['one with a NUL', 'a\0', 'Contiene caracteres que no se pueden guardar.'],
    ['half a character', '\ud800', 'Contiene caracteres que no se pueden guardar.'],
    ['two lines', 'Nora\nQuist', 'Escriba el nombre en una sola línea.'],
    ['a web address', 'https://evil.example', 'Un nombre no puede contener una dirección web.'],
  ])('has a Spanish text: %s', (_what, name, text) => {
    expect(nameErrorText(inSpanish, sentenceOf(name))).toBe(text)
  })

  it('has a Spanish text for a sentence that the page does not know', () => {
    expect(nameErrorText(inSpanish, 'Names have vowels.')).toBe(spanish.invalid)
    expect(nameErrorText(inSpanish, undefined)).toBeUndefined()
  })
})
