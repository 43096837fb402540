import cors from '@fastify/cors';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance } from 'fastify';
import { registerAccount } from './auth/accountRoute';
import { type AuthFor, createAuthFor, createSessionCheck, requireSession } from './auth/requireSession';
import { acceptFormerCookies, resealStored } from './auth/secretRotation';
import { registerSession } from './auth/sessionRoute';
import { registerCompat } from './compat/compatRoute';
import { describeHandlers, registerOwnerOpenapi } from './describe/describeRoute';
import { scheduleBackups } from './backup/scheduledBackups';
import { callWindows } from './database/callWindows';
import { registerDrive } from './drive/driveRoute';
import { registerEndpoints, registerOwnerCalls, registerOwnerRows } from './endpoints/endpointsRoute';
import { registerGoogleConsent } from './google/consent/consentRoute';
import { registerGooglePush } from './google/push';
import { readBodies, requireBodiesInTime } from './http/bodies';
import { prepareServer } from './http/brokenRequests';
import { fastifyOptionsOf, followSchemas } from './http/fastifyOptions';
import { watchMethods } from './http/unsupportedMethods';
import { refuseOverload } from './http/overload';
import { handleProblems, refuseUnknown } from './http/problems';
import { refuseCrossSite, refuseExpectations, refuseNulInAddresses, refuseWithoutHost } from './http/requestChecks';
import { addSecurityHeaders, addTransportSecurity } from './http/securityHeaders';
import { registerKeys } from './keys/keysRoute';
import { registerAbout } from './ops/aboutRoute';
import { registerMetrics, measureRequests } from './ops/metricsRoute';
import { joinNodes } from './ops/nodes';
import type { Parts } from './parts';
import { registerPlans } from './plans/plansRoute';
import { accountDeletion } from './projects/projectLifecycle';
import { registerProjects } from './projects/projectsRoute';
import { Refusal } from './refusal';
import { runHousekeeping } from './housekeeping';
import { createServices, runServices, type Services } from './services';
import { DEVELOPMENT_ORIGIN } from './settings';
import { registerStatic } from './static/staticRoute';
import { registerProgress } from './sync/progress';
import { registerTemplates, templateFile } from './templates/templates';
import { registerUsage } from './usage/usageRoute';

/** Adds a feature's routes to the app. */
type Register = (app: FastifyInstance, services: Services) => void | Promise<void>;

/** Features open to everyone, outside `/api`: no session, no cookies, no headers for HTML pages. */
const openFeatures: readonly Register[] = [
  (app, services) => registerEndpoints(app, { ...services, describe: describeHandlers(services.describing) }),
  registerCompat,
  registerMetrics,
  registerGooglePush,
];

/** Features under `/api`, for the signed-in person in `request.person`. */
const personFeatures: readonly Register[] = [
  (app, services) => registerDrive(app, { ...services, templateFile }),
  registerProjects,
  registerAccount,
  registerGoogleConsent,
  registerTemplates,
  registerKeys,
  registerOwnerRows,
  registerOwnerCalls,
  registerOwnerOpenapi,
  registerProgress,
  registerPlans,
  registerUsage,
];

/** Maximum number of open connections; the system rejects further ones. */
const MAX_CONNECTIONS = 20_000;

/**
 * Builds the whole server without listening: `serve.ts` listens, tests call `inject` or listen themselves.
 *
 * @returns the app, and the services of its features
 * @throws StartFailure if a setting is unusable; everything that was started is closed first
 */
export async function buildApp(parts: Parts): Promise<{ readonly app: FastifyInstance; readonly services: Services }> {
  const app = Fastify(fastifyOptionsOf(parts.settings, parts.logTo));
  app.server.maxConnections = MAX_CONNECTIONS;
  prepareServer(app.server);
  try {
    const services = createServices(parts, app.log);
    await addEverything(app, services);
    return { app, services };
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** Registers everything, in the order of execution. */
async function addEverything(app: FastifyInstance, services: Services) {
  runServices(app, services);
  refuseOverload(app, services.overload);
  requireBodiesInTime(app);
  readBodies(app);
  followSchemas(app);
  joinNodes(app, services);
  runHousekeeping(app, services);
  resealStored(app, services);
  app.decorateRequest('person');
  handleProblems(app);
  addTransportSecurity(app, services.settings);
  refuseWithoutHost(app);
  refuseExpectations(app);
  measureRequests(app);
  scheduleBackups(app, services);
  await app.register((scope) => addFeatures(scope, services, openFeatures));
  await app.register((scope) => addSite(scope, services));
  await app.ready();
}

async function addFeatures(scope: FastifyInstance, services: Services, features: readonly Register[]) {
  const refuseOtherMethods = watchMethods(scope);
  for (const register of features) await register(scope, services);
  refuseOtherMethods();
}

/** Registers what browsers use: the app, and the routes it calls. */
async function addSite(site: FastifyInstance, services: Services) {
  const { settings } = services;
  const authFor = createAuthFor({ ...services, log: site.log, deletion: accountDeletion(services) });
  await addSecurityHeaders(site, settings);
  if (settings.development) await site.register(cors, developmentCors);
  refuseCrossSite(site, settings);
  acceptFormerCookies(site, settings);
  await site.register((scope) => addFeatures(scope, services, [registerAbout]));
  await registerSession(site, services, authFor);
  await site.register((scope) => addPersonFeatures(scope, services, authFor));
  await registerStatic(site, settings, createSessionCheck(authFor, settings));
}

/** Registers `/api`. Without a session `requireSession` rejects every request, even to a route that does not exist. */
async function addPersonFeatures(scope: FastifyInstance, services: Services, authFor: AuthFor) {
  const { db, settings } = services;
  requireSession(scope, authFor, services);
  refuseNulInAddresses(scope);
  await scope.register(rateLimit, {
    global: false,
    keyGenerator: ({ person }) => person.id,
    errorResponseBuilder: () =>
      new Refusal('too_many_requests', 'Too many requests. Wait a few seconds and try again.'),
    // Several servers share their counts in the database; a single server counts in memory.
    ...(settings.databaseUrl !== undefined && { store: callWindows(db) }),
  });
  await addFeatures(scope, services, personFeatures);
  scope.all('/api', { onRequest: refuseUnknown }, refuseUnknown);
  scope.all('/api/*', { onRequest: refuseUnknown }, refuseUnknown);
}

const developmentCors = {
  origin: DEVELOPMENT_ORIGIN,
  credentials: true,
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposedHeaders: ['Retry-After', 'Content-Disposition'],
};
