import { toast } from '../kit/toast-store.ts'

/** In the tab that came back from the OpenID Connect provider, where someone confirmed that it's them. */
export function showProviderConfirmation() {
  const url = new URL(location.href)
  const outcome = url.searchParams.get('provider')
  if (outcome === null) return
  url.searchParams.delete('provider')
  history.replaceState(null, '', url)
  if (outcome === 'confirmed') return toast.success('Confirmed. Close this tab and continue in the other one.')
  toast({
    title: 'Couldn’t confirm that it’s you',
    description: 'Close this tab, and use another way in the other one.',
    variant: 'destructive',
  })
}
