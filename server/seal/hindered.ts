// Why a file cannot be sealed. The caller issues a separate certificate instead.

export type Hindrance = 'not-a-pdf' | 'damaged' | 'encrypted' | 'certified' | 'too-large'

const hindrances: Record<Hindrance, string> = {
  'not-a-pdf': 'This file isn’t a PDF, so it can’t be sealed.',
  damaged: 'This PDF is damaged or has an unusual structure, so a seal can’t be added without changing it.',
  encrypted: 'This PDF is encrypted, so a seal can’t be added to it.',
  certified: 'This PDF is certified by someone else, and a seal would break that certification.',
  'too-large': 'This PDF is too large to be sealed.',
}

export class Hindered extends Error {
  readonly hindrance: Hindrance
  constructor(hindrance: Hindrance) {
    super(hindrances[hindrance])
    this.hindrance = hindrance
  }
}
