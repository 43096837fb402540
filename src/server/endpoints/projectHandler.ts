import type { RouteHandlerMethod } from 'fastify';
import { originOf } from '../http/originOf';
import type { Parts } from '../parts';
import { addressedProject } from './addressing';
import { cacheControlOf } from './answerHeaders';
import { projectAnswer } from './projectAnswer';
import { refuseParameters } from './query/refuseParameters';
import type { Reading } from './reading';
import { projectFor } from './seen/freshness';
import { sendAnswer } from './sendAnswer';

/** `GET /v1/{projectId}` */
export const projectHandler =
  (reading: Reading, { settings }: Parts): RouteHandlerMethod =>
  async (request, reply) => {
    const { known, caller } = await addressedProject(reading, request);
    refuseParameters(request.url);
    const { project } = known;
    const made = await projectAnswer(reading, project.id, caller, originOf(request, settings));
    const key = `project ${made.mark}`;
    const answer = reading.answers.get(key) ?? made;
    const cacheControl = cacheControlOf(project, caller);
    return sendAnswer(request, reply, answer, {
      project: projectFor(reading, project, caller),
      cacheControl,
      answers: reading.answers,
      key,
      keeping: 'kept',
    });
  };
