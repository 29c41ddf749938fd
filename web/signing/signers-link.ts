// The link in an email about a signer who can no longer sign opens the dialog to change the signers.
import { useUrlState } from '../kit/url-state.ts'

export function useSignersLink() {
  const [open, setOpen] = useUrlState('open', '')
  const isOpen = open === 'signers'
  return { isOpen, close: () => (isOpen ? setOpen('') : undefined) }
}
