import * as api from '../../api/job-templates.ts'
import type { Bind } from '../kit/serve.ts'
import { changeJobTemplate, createJobTemplate, deleteJobTemplate } from './actions.ts'
import { jobTemplateFor, listJobTemplates } from './queries.ts'
import { previewJob, startJob } from './start.ts'

export function jobTemplateRoutes(on: Bind) {
  on.read(api.listJobTemplates, ({ db, actor, query }) => listJobTemplates(db, actor, query))
  on.read(api.readJobTemplate, ({ db, actor, params }) => jobTemplateFor(db, actor, params.id))
  on.write(api.createJobTemplate, ({ tx, actor, body }) => createJobTemplate(tx, actor, body))
  on.write(api.changeJobTemplate, ({ tx, actor, params, body, ifMatch }) =>
    changeJobTemplate(tx, actor, params.id, body, ifMatch),
  )
  on.write(api.deleteJobTemplate, ({ tx, actor, params, ifMatch }) => deleteJobTemplate(tx, actor, params.id, ifMatch))
  on.read(api.previewJob, ({ db, actor, params, query }) => previewJob(db, actor, params.id, query))
  on.write(api.startJob, ({ tx, actor, params, body }) => startJob(tx, actor, params.id, body))
}
