import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallError } from './call.ts'
import { type DraftState, startAutosave } from './autosave.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const answered = (status: number) => new CallError({ status, text: '', sentence: 'Because.' })

function openDraft(answers: (() => Promise<unknown>)[] = []) {
  const sent: object[] = []
  const states: DraftState[] = []
  const draft = startAutosave({
    stored: { firstName: '', state: 'Virginia' },
    send: (fields) => {
      sent.push(fields)
      return answers.shift()?.() ?? Promise.resolve()
    },
    onState: (state) => void states.push(state),
  })
  return { draft, sent, states }
}

describe('a draft', () => {
  it('is saved once the typing pauses, and only what changed', async () => {
    const { draft, sent, states } = openDraft()
    for (const firstName of ['A', 'An', 'Ann']) draft.typed({ firstName, state: 'Virginia' })
    expect(sent).toEqual([])
    await vi.advanceTimersByTimeAsync(600)
    expect(sent).toEqual([{ firstName: 'Ann' }])
    expect(states.at(-1)).toBe('saved')
    draft.typed({ firstName: 'Ann', state: 'Virginia' })
    await vi.advanceTimersByTimeAsync(600)
    expect(sent).toHaveLength(1)
  })

  it('that could not be saved is tried again, with what was typed since', async () => {
    const { draft, sent, states } = openDraft([() => Promise.reject(new Error('no network'))])
    draft.typed({ firstName: 'A', state: 'Virginia' })
    await vi.advanceTimersByTimeAsync(600)
    expect(states.at(-1)).toBe('failed')
    await vi.advanceTimersByTimeAsync(8000)
    expect(sent).toEqual([{ firstName: 'A' }, { firstName: 'A' }])
    expect(states.at(-1)).toBe('saved')
  })

  it.each([503, 429, 408, 0])('that met a %i is tried again', async (status) => {
    const { draft, sent } = openDraft([() => Promise.reject(answered(status))])
    draft.typed({ firstName: 'A', state: 'Virginia' })
    await vi.advanceTimersByTimeAsync(9000)
    expect(sent).toHaveLength(2)
  })

  it.each([401, 403, 404, 409, 413])(
    'that was refused with %i waits for the next letter, and says why',
    async (status) => {
      const { draft, sent, states } = openDraft([() => Promise.reject(answered(status))])
      draft.typed({ firstName: 'A', state: 'Virginia' })
      await vi.advanceTimersByTimeAsync(60_000)
      expect([sent.length, states.at(-1)]).toEqual([1, { refused: 'Because.' }])
      draft.typed({ firstName: 'An', state: 'Virginia' })
      await vi.advanceTimersByTimeAsync(600)
      expect(sent.at(-1)).toEqual({ firstName: 'An' })
    },
  )

  it('is not saved again once the form is sent, and resumes when it is refused', async () => {
    const { draft, sent } = openDraft()
    draft.typed({ firstName: 'A', state: 'Virginia' })
    await draft.stop()
    await vi.advanceTimersByTimeAsync(60_000)
    await draft.flush()
    expect(sent).toEqual([])
    draft.resume()
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toEqual([{ firstName: 'A' }])
  })

  it('saves one after another, so that the last word wins', async () => {
    let finishFirst = () => {}
    const first = new Promise<void>((resolve) => (finishFirst = resolve))
    const { draft, sent } = openDraft([() => first])
    draft.typed({ firstName: 'A', state: 'Virginia' })
    const one = draft.flush()
    await vi.advanceTimersByTimeAsync(0)
    draft.typed({ firstName: 'B', state: 'Virginia' })
    const two = draft.flush()
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toHaveLength(1)
    finishFirst()
    await Promise.all([one, two])
    expect(sent).toEqual([{ firstName: 'A' }, { firstName: 'B' }])
  })
})
