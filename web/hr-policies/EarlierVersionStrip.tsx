import { Link } from '@tanstack/react-router'
import { History } from 'lucide-react'
import type { HrPolicyVersionView, HrPolicyView } from '../../domain/hr-policy-version.ts'

/** Says that this is not the text in use. */
export function EarlierVersionStrip({ policy, version }: { policy: HrPolicyView; version: HrPolicyVersionView }) {
  return (
    <div className="edge-forced mb-5 flex gap-3 rounded-lg bg-warn-soft px-4 py-3.5 text-body text-warn sm:px-5">
      <History size={20} className="mt-px shrink-0" />
      <p className="min-w-0">
        This is version {version.number}, which isn’t in use.{' '}
        <Link
          to="/hr-policies/$slug"
          params={{ slug: policy.slug }}
          search={(old) => ({ ...old, version: undefined })}
          className="font-semibold underline underline-offset-2"
        >
          Read version {policy.currentVersion}, the current one
        </Link>
        .
      </p>
    </div>
  )
}
