import { describe, expect, it } from 'vitest'
import { lineError, type LineColumns, quantityFigure, rateFigure, totalOfLines } from './lines.ts'

interface Line {
  what: string
  hours: number
  rate: number
}

const columns: LineColumns<Line> = {
  description: { key: 'what', label: 'What' },
  quantity: { key: 'hours', label: 'Hours' },
  rate: { key: 'rate', label: 'Rate' },
}
const line = (hours: number, rate: number): Line => ({ what: '', hours, rate })

describe('a figure', () => {
  it.each([
    ['', 0],
    ['2.5', 2.5],
    ['1,200', 1200],
    ['1.005', 1.005],
    ['-3', -3],
    ['two', null],
  ])('of hours typed as "%s" is %s', (text, hours) => {
    expect(quantityFigure.read(text)).toBe(hours)
  })

  it.each([
    ['', 0],
    ['125.5', 12_550],
    ['$1,250.00', 125_000],
    ['0.07', 7],
    ['-1', -100],
    ['lots', null],
  ])('of dollars typed as "%s" is %s cents', (text, cents) => {
    expect(rateFigure.read(text)).toBe(cents)
  })

  it('with more decimals than money has stays what it is, for the form to refuse', () => {
    expect(Number.isInteger(rateFigure.read('12.345'))).toBe(false)
  })

  it('is written out as it is read', () => {
    expect([quantityFigure.write(1200.5), rateFigure.write(12_550)]).toEqual(['1,200.5', '125.50'])
  })
})

describe('lines', () => {
  it('come to the sum of their rounded totals', () => {
    expect(totalOfLines([line(1.25, 12_550), line(0.33, 100)], columns)).toBe(15_688 + 33)
  })

  it('that can not be reckoned count as nothing while they are typed', () => {
    for (const odd of [
      line(-1, 100),
      line(1, -100),
      line(1, 0.5),
      line(Number.NaN, 100),
      line(1, 1e300),
      line(1e300, 1),
    ])
      expect(totalOfLines([odd, line(1, 100)], columns)).toBe(100)
  })
})

describe('the error of a line', () => {
  const errors = [undefined, { hours: { type: 'x', message: 'Too many.' } }]

  it('is found by its place, or for the list as a whole', () => {
    expect(lineError(errors, 1, 'hours')).toBe('Too many.')
    expect(lineError(errors, 0, 'hours')).toBeUndefined()
    expect(lineError(errors, 1, 'rate')).toBeUndefined()
    expect(lineError(errors)).toBeUndefined()
    expect(lineError({ message: 'Add one.' })).toBe('Add one.')
    expect(lineError({ root: { message: 'Add one.' } })).toBe('Add one.')
  })
})
