import * as api from '../../api/agreement-templates.ts'
import type { Bind } from '../kit/serve.ts'
import {
  changeAgreementTemplate,
  changeAgreementTemplateStatus,
  createAgreementTemplate,
  publishAgreementTemplate,
} from './actions.ts'
import {
  agreementTemplateFor,
  assertSeesTemplates,
  listAgreementTemplates,
  listTemplateVersions,
  templateVersionFor,
  viewed,
} from './queries.ts'

export function agreementTemplateRoutes(on: Bind) {
  on.read(api.listAgreementTemplates, ({ db, actor, query }) => listAgreementTemplates(db, actor, query))
  on.write(api.createAgreementTemplate, ({ tx, actor, body }) => createAgreementTemplate(tx, actor, body))
  on.read(api.readAgreementTemplate, async ({ db, actor, params }) => {
    assertSeesTemplates(actor)
    return viewed(await agreementTemplateFor(db, params.id), actor)
  })
  on.write(api.changeAgreementTemplate, ({ tx, actor, params, body, ifMatch }) =>
    changeAgreementTemplate(tx, actor, params.id, body, ifMatch),
  )
  on.write(api.changeAgreementTemplateStatus, ({ tx, actor, params, body, ifMatch }) =>
    changeAgreementTemplateStatus(tx, actor, params.id, body.isActive, ifMatch),
  )
  on.write(api.publishAgreementTemplate, ({ tx, actor, params, ifMatch }) =>
    publishAgreementTemplate(tx, actor, params.id, ifMatch),
  )
  on.read(api.listTemplateVersions, ({ db, actor, params, query }) => {
    assertSeesTemplates(actor)
    return listTemplateVersions(db, params.id, query)
  })
  on.read(api.readTemplateVersion, ({ db, actor, params }) => {
    assertSeesTemplates(actor)
    return templateVersionFor(db, params.id, params.number)
  })
}
