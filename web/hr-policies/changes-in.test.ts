import { describe, expect, it } from 'vitest'
import { changesIn } from './changes-in.ts'

const part = (kind: 'same' | 'added' | 'removed', text: string, isHeading = false) => ({ kind, text, isHeading })

describe('what changed between two versions', () => {
  it('is under the heading it is under, and leaves out what is the same', () => {
    expect(
      changesIn([
        part('same', 'In short', true),
        part('same', 'One.'),
        part('removed', 'Two.'),
        part('added', 'Two and a half.'),
        part('same', 'Steps', true),
        part('same', 'Three.'),
        part('added', 'Records', true),
        part('added', 'Four.'),
      ]),
    ).toEqual([
      {
        heading: 'In short',
        isNew: false,
        lines: [
          { kind: 'removed', text: 'Two.' },
          { kind: 'added', text: 'Two and a half.' },
        ],
      },
      {
        heading: 'Records',
        isNew: true,
        lines: [{ kind: 'added', text: 'Four.' }],
      },
    ])
  })

  it('is nothing where nothing changed', () => {
    expect(changesIn([part('same', 'In short', true), part('same', 'One.')])).toEqual([])
  })
})
