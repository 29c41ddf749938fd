import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { setUpTestData } from '../../api/test-data.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { portalConfig } from '../kit/config.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { FormProblem } from '../kit/FormProblem.tsx'
import { usePageTitle } from '../kit/page-title.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { toast } from '../kit/toast-store.ts'
import { useHome } from '../session/names.ts'
import { Added, TestDataList } from './TestDataList.tsx'
import { texts } from './words.ts'

/** Fills a demonstration with people, folders and documents to try the portal on. */
export default function TestDataPage() {
  usePageTitle('Test Data Generator')
  return (
    <>
      <PageHeader
        home={useHome()}
        title="Test Data Generator"
        description="Add sample people, folders, and documents to try the portal."
      />
      {portalConfig().demonstration ? <Generator /> : <NotHere />}
    </>
  )
}

function Generator() {
  const client = useQueryClient()
  const generate = useMutation({
    mutationFn: () => call(setUpTestData),
    onSuccess: async ({ message }) => {
      toast.success(message)
      await client.invalidateQueries()
    },
    onError: (error) => toast.error(failed(error)),
  })
  return (
    <Panel title="What it adds" className="max-w-[720px]">
      <TestDataList />
      <div className="mt-5 border-t border-line pt-5">
        <FormProblem problem={generate.isError ? failed(generate.error) : null} />
        {generate.isSuccess && <Added {...generate.data} />}
        <Button
          variant="primary"
          pending={generate.isPending}
          pendingLabel="Generating..."
          onClick={() => generate.mutate()}
        >
          <FlaskConical />
          Generate Test Data
        </Button>
      </div>
    </Panel>
  )
}

const failed = (error: Error) => `Failed to generate test data: ${sentenceOf(error, error.message)}`

function NotHere() {
  return (
    <Panel className="max-w-[720px]">
      <EmptyState title="Not available in this portal">{texts.notHere}</EmptyState>
    </Panel>
  )
}
