import { describe, expect, it } from 'vitest'
import { csvLine } from './csv.ts'

describe('a CSV cell', () => {
  it.each<[string | number | null, string]>([
    [null, ''],
    [-12.5, '-12.5'],
    ['-1250.50', '-1250.50'],
    ['Acme, Inc.', '"Acme, Inc."'],
    ['say "yes"', '"say ""yes"""'],
    [' padded ', '" padded "'],
    ['two\nlines', '"two\nlines"'],
    ['a@example.com', 'a@example.com'],
    ['1-2', '1-2'],
  ])('%j is unchanged', (value, written) => {
    expect(csvLine([value])).toBe(`${written}\r\n`)
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-cmd', "'-cmd"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['  =1+1', "'  =1+1"],
    ['\uff1d1+1', "'\uff1d1+1"],
    ['\uff0b1', "'\uff0b1"],
    ['\uff0d1', "'\uff0d1"],
    ['\uff20SUM(A1)', "'\uff20SUM(A1)"],
    ['a;=1+1', `"a;'=1+1"`],
    ['a; "=1+1', `"a; ""'=1+1"`],
    ['a\n=1+1', `"a\n'=1+1"`],
    ['a;\uff1d1+1', `"a;'\uff1d1+1"`],
  ])('%j does not run as a formula, whatever the separator of the reader’s locale', (value, written) => {
    expect(csvLine([value])).toBe(`${written}\r\n`)
  })
})
