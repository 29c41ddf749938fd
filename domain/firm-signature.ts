// The firm's signature on a contract: an administrator gives it when they create or edit the contract.
import { z } from 'zod'
import { PasskeyAnswer } from './passkey.ts'
import { Password } from './session.ts'
import { Instant } from './text.ts'

/** How the signer reauthenticates. */
export const FirmSignatureInput = z.strictObject({ password: Password.optional(), passkey: PasskeyAnswer.optional() })
export type FirmSignatureInput = z.infer<typeof FirmSignatureInput>

/** Part of a contract that is created or edited. */
export const firmSignatureField = { firmSignature: FirmSignatureInput.optional() }

/** What a contract shows of it. */
export const FirmSignatureSummary = z.object({ signerName: z.string(), signedAt: Instant })
export type FirmSignatureSummary = z.infer<typeof FirmSignatureSummary>
