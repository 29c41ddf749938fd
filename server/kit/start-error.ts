/** The portal cannot start for a reason that a person can fix; the message is one sentence for them. */
export class StartError extends Error {
  override name = 'StartError'
  /** 'in-use': another portal has locked the data folder. */
  readonly code: 'in-use' | 'failed'

  constructor(message: string, code: 'in-use' | 'failed' = 'failed') {
    super(message)
    this.code = code
  }
}
