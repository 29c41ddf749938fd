import { toast } from '../kit/toast-store.ts'
import { texts } from './words.ts'

/** In the tab that came back from the OpenID Connect provider, where someone confirmed that it's them. */
export function showProviderConfirmation() {
  const url = new URL(location.href)
  const outcome = url.searchParams.get('provider')
  if (outcome === null) return
  url.searchParams.delete('provider')
  history.replaceState(null, '', url)
  if (outcome === 'confirmed') return toast.success(texts.confirmedInOtherTab)
  toast({
    title: 'Couldn’t confirm that it’s you',
    description: 'Close this tab, then choose another way to confirm in the other one.',
    variant: 'destructive',
  })
}
