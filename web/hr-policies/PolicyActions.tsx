import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Pencil } from 'lucide-react'
import { useState } from 'react'
import { changeHrPolicy } from '../../api/hr-policies.ts'
import type { HrPolicyView } from '../../domain/hr-policy-version.ts'
import { Button } from '../kit/Button.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import { Menu, MenuItem } from '../kit/Menu.tsx'
import { toast } from '../kit/toast-store.ts'
import { PublishDialog } from './PublishDialog.tsx'
import { texts } from './words.ts'

/** What administrators do with a policy. */
export function PolicyActions({ policy }: { policy: HrPolicyView }) {
  const [open, setOpen] = useState<'publish' | 'retire' | null>(null)
  const change = useChangePolicy(policy)
  const { allowed, title, currentVersion } = policy
  const close = () => setOpen(null)
  return (
    <>
      {allowed.includes('publish') && (
        <Button onClick={() => setOpen('publish')}>
          <Pencil />
          New version
        </Button>
      )}
      {allowed.includes('bring-back') && (
        <Button variant="primary" pending={change.isPending} onClick={() => change.mutate(true)}>
          Restore
        </Button>
      )}
      {allowed.includes('retire') && (
        <Menu
          label="More"
          trigger={
            <IconButton label="More">
              <Ellipsis />
            </IconButton>
          }
        >
          <MenuItem danger onSelect={() => setOpen('retire')}>
            Retire policy
          </MenuItem>
        </Menu>
      )}
      {open === 'publish' && <PublishDialog policy={policy} from={currentVersion} onClose={close} />}
      <AskDialog
        open={open === 'retire'}
        title={`Retire “${title}”?`}
        question={texts.retire}
        act="Retire policy"
        danger
        pending={change.isPending}
        onCancel={close}
        onAct={() => change.mutate(false, { onSettled: close })}
      />
    </>
  )
}

function useChangePolicy({ slug, version }: HrPolicyView) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isActive: boolean) =>
      call(changeHrPolicy, { params: { policy: slug }, body: { isActive }, ifMatch: version }),
    onSuccess: ({ isActive }) =>
      toast.success(isActive ? 'Policy restored successfully' : 'Policy retired successfully'),
    onError: (error) =>
      toast({
        title: 'Failed to update policy',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['hr-policies'] }),
  })
}
