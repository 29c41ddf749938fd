// Reauthentication: when the server requires the password again, one dialog asks for it, and all waiting calls
// continue. The app registers the dialog, so that the landing page does not load it.

type Ask = () => Promise<boolean>

let ask: Ask = () => Promise.resolve(false)
let asking: Promise<boolean> | null = null

/** Resolves true once the password was entered, false when the question was closed. */
export const reauthenticate = (): Promise<boolean> =>
  (asking ??= ask().finally(() => {
    asking = null
  }))

export function onReauthenticationNeeded(react: Ask): () => void {
  ask = react
  return () => {
    ask = () => Promise.resolve(false)
  }
}
