// What happens when the portal wants the password once more: it is asked for in place, once for all calls that wait, and they
// go on. Who asks is registered by the app; the landing page has nothing that needs it.

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
