import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { apiPaths } from '../../contract/paths';
import { templatesAnswerSchema } from '../../contract/templates';
import type { Register } from '../parts';
import { templates, templateView } from './templates';

/** `GET /api/templates`: spreadsheets to start from. `POST /api/drive/spreadsheets` copies one. */
export const registerTemplates: Register = (app) => {
  const answer = { templates: templates.map(templateView) };
  const schema = { response: { 200: templatesAnswerSchema } };
  app.withTypeProvider<TypeBoxTypeProvider>().get(apiPaths.templates, { schema }, async () => answer);
};
