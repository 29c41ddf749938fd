import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ServiceRequestAction, ServiceRequestSummary } from '../../domain/service-request.ts'
import { Button } from '../kit/Button.tsx'
import { buttonStyle } from '../kit/button-style.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import { useNotSpam, useRequestAction } from './actions.ts'
import { texts } from './words.ts'

type RequestActionsProps = {
  request: ServiceRequestSummary
  /** Shows these alone, where there is little room. */
  only?: readonly ServiceRequestAction[]
  onDone?: () => void
}

/** The actions that the reply allows. */
export function RequestActions({ request, only, onDone }: RequestActionsProps) {
  const move = useRequestAction()
  const notSpam = useNotSpam()
  const navigate = useNavigate()
  const [cancelling, setCancelling] = useState(false)
  const may = (name: ServiceRequestAction) =>
    request.allowed.includes(name) && (only === undefined || only.includes(name))
  const to = (status: 'in-progress' | 'completed' | 'cancelled') =>
    move.mutate({ request, status }, { onSuccess: onDone })
  const openForm = () => {
    onDone?.()
    void navigate({ to: '/', search: { tab: 'create-client', request: request.id } })
  }
  return (
    <>
      {request.clientFolderId !== null && (
        <Link to="/client-folders/$id" params={{ id: request.clientFolderId }} className={buttonStyle('secondary')}>
          Open folder
        </Link>
      )}
      {may('cancel') && (
        <Button onClick={() => setCancelling(true)} disabled={move.isPending}>
          Cancel request
        </Button>
      )}
      {may('complete') && (
        <Button onClick={() => to('completed')} disabled={move.isPending}>
          Complete
        </Button>
      )}
      {may('open-folder') && (
        <Button variant={only === undefined ? 'primary' : 'secondary'} onClick={openForm}>
          Create folder
        </Button>
      )}
      {may('accept') && (
        <Button variant="primary" pending={move.isPending} onClick={() => to('in-progress')}>
          Accept Request
        </Button>
      )}
      {may('not-spam') && (
        <Button
          variant={only === undefined ? 'primary' : 'secondary'}
          pending={notSpam.isPending}
          onClick={() => notSpam.mutate(request, { onSuccess: onDone })}
        >
          Not spam
        </Button>
      )}
      <AskDialog
        open={cancelling}
        title="Cancel this request?"
        question={texts.cancel(request.businessName)}
        keep="Keep request"
        act="Cancel request"
        danger
        onCancel={() => setCancelling(false)}
        onAct={() => {
          setCancelling(false)
          to('cancelled')
        }}
      />
    </>
  )
}
