import { describe, expect, it } from 'vitest'
import { type WaitingItem, WaitingKind } from '../../domain/waiting.ts'
import { actOf, dueLabel, saysOf, waitingSentence } from './words.ts'

const item = (kind: WaitingKind, more: Partial<WaitingItem> = {}): WaitingItem => ({
  kind,
  id: 'x',
  title: 'Handbook',
  count: 1,
  clientFolderId: 'f',
  folderName: 'Acme',
  due: null,
  isLate: false,
  since: '2026-11-01T00:00:00.000Z',
  link: '/',
  ...more,
})

describe('what waits', () => {
  it('is said with its name and has a button, whatever it is', () => {
    for (const kind of WaitingKind.options) {
      expect(saysOf(item(kind)), kind).toContain('Handbook')
      expect(actOf(item(kind)), kind).not.toBe('')
    }
  })

  it('counts policies in one line', () => {
    expect(saysOf(item('acknowledge-policies', { count: 4 }))).toBe('Read and acknowledge 4 policies')
    expect(actOf(item('acknowledge-policies', { count: 4 }))).toBe('Show policies')
    expect(actOf(item('acknowledge-policies'))).toBe('Read')
  })

  it('says when it is due, was due, or ends', () => {
    expect(dueLabel(item('pay-invoice'))).toBe('Due')
    expect(dueLabel(item('pay-invoice', { isLate: true }))).toBe('Was due')
    expect(dueLabel(item('answer-proposal'))).toBe('Valid until')
  })

  it.each([
    [0, false, 'Nothing is waiting for you'],
    [1, false, 'One thing is waiting for you'],
    [7, false, '7 things are waiting for you'],
    [50, true, 'More than 50 things are waiting for you'],
  ])('%i of it', (count, more, sentence) => {
    expect(waitingSentence(count, more)).toBe(sentence)
  })
})
