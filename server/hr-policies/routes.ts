import * as api from '../../api/hr-policies.ts'
import { downloadName } from '../../domain/hr-policy.ts'
import { notFound } from '../../domain/errors.ts'
import type { AppContext } from '../app-context.ts'
import { sendPdf } from '../pdf/send-pdf.ts'
import type { Bind } from '../kit/serve.ts'
import { listFolderAcknowledgements, listPolicyAcknowledgements } from './acknowledgements.ts'
import { acknowledgeHrPolicy, changeHrPolicy, publishHrPolicyVersion } from './actions.ts'
import { differencesBetween } from './differences.ts'
import { policyPdf } from './pdf.ts'
import { listHrPolicies, listVersions, policyFor, policyView, versionOf } from './queries.ts'

export function hrPolicyRoutes(on: Bind, context: AppContext) {
  on.read(api.listHrPolicies, ({ db, actor, query }) => listHrPolicies(db, actor, query))
  on.read(api.readHrPolicy, async ({ db, actor, params }) =>
    policyView(db, actor, await policyFor(db, actor, params.policy)),
  )
  on.write(api.changeHrPolicy, ({ tx, actor, params, body, ifMatch }) =>
    changeHrPolicy(tx, actor, params.policy, body, ifMatch),
  )
  on.read(api.listHrPolicyVersions, async ({ db, actor, params, query }) =>
    listVersions(db, await policyFor(db, actor, params.policy), query),
  )
  on.read(api.readHrPolicyVersion, async ({ db, actor, params }) =>
    versionOf(db, await policyFor(db, actor, params.policy), params.number),
  )
  on.read(api.readHrPolicyDifferences, async ({ db, actor, params, query }) => {
    const policy = await policyFor(db, actor, params.policy)
    const after = await versionOf(db, policy, params.number)
    const from = query.from ?? after.number - 1
    if (from < 1) throw notFound()
    const before = await versionOf(db, policy, from)
    return { from, to: after.number, parts: differencesBetween(before.sections, after.sections) }
  })
  on.write(api.publishHrPolicyVersion, ({ tx, actor, params, body, ifMatch }) =>
    publishHrPolicyVersion(tx, actor, params.policy, body, ifMatch),
  )
  on.write(api.acknowledgeHrPolicy, ({ tx, actor, params, body }) =>
    acknowledgeHrPolicy(tx, actor, params.policy, body.version),
  )
  on.read(api.listPolicyAcknowledgements, async ({ db, actor, params, query }) =>
    listPolicyAcknowledgements(db, actor, await policyFor(db, actor, params.policy), query),
  )
  on.read(api.listFolderAcknowledgements, ({ db, actor, params, query }) =>
    listFolderAcknowledgements(db, actor, params.id, query),
  )
  for (const [endpoint, kind] of [
    [api.downloadHrPolicy, 'attachment'],
    [api.previewHrPolicy, 'inline'],
  ] as const)
    on.raw(endpoint, async ({ db, actor, params, query, reply }) => {
      const policy = await policyFor(db, actor, params.policy)
      const version = await versionOf(db, policy, query.version ?? policy.currentVersion)
      sendPdf(reply, downloadName(version.title), await policyPdf(context, version), kind)
    })
}
