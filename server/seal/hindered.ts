// Why a file cannot be sealed as it is. Whoever asked for the seal gives a certificate beside the file instead.

export type Hindrance = 'not-a-pdf' | 'damaged' | 'encrypted' | 'certified' | 'too-large'

const hindrances: Record<Hindrance, string> = {
  'not-a-pdf': 'This file is not a PDF, so it cannot carry a seal.',
  damaged: 'This PDF is damaged or unusually made, so a seal cannot be added without changing it.',
  encrypted: 'This PDF is encrypted, so a seal cannot be added to it.',
  certified: 'This PDF is certified by somebody else, and a seal would break that.',
  'too-large': 'This PDF is too large to be sealed.',
}

export class Hindered extends Error {
  readonly hindrance: Hindrance
  constructor(hindrance: Hindrance) {
    super(hindrances[hindrance])
    this.hindrance = hindrance
  }
}
