import cors from '@fastify/cors';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance } from 'fastify';
import { registerAccount } from './auth/accountRoute';
import { type AuthFor, createAuthFor, requireSession } from './auth/requireSession';
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
import { fastifyOptionsOf, followSchemas } from './http/fastifyOptions';
import { watchMethods } from './http/otherMethods';
import { refuseOverload } from './http/overload';
import { handleProblems, nothingHere } from './http/problems';
import { refuseCrossSite, refuseNulInAddresses, refuseWithoutHost } from './http/requestChecks';
import { addSecurityHeaders, addTransportSecurity } from './http/securityHeaders';
import { registerKeys } from './keys/keysRoute';
import { registerAbout } from './ops/aboutRoute';
import { measureRequests, registerMetrics } from './ops/metricsRoute';
import { joinNodes } from './ops/nodes';
import type { Parts } from './parts';
import { registerPlans } from './plans/plansRoute';
import { accountDeletion } from './projects/deleteAccount';
import { registerProjects } from './projects/projectsRoute';
import { Refusal } from './refusal';
import { runHousekeeping } from './housekeeping';
import { createServices, runServices, type Services } from './services';
import { DEVELOPMENT_ORIGIN } from './settings';
import { registerStatic } from './static/staticRoute';
import { registerProgress } from './sync/progress';
import { registerHistory } from './sync/syncRuns';
import { registerTemplates, templateFile } from './templates/templates';
import { registerUsage } from './usage/usageRoute';

/** Adds a feature's routes to the app. */
type Register = (app: FastifyInstance, services: Services) => void | Promise<void>;

/** Features for everybody, on their own addresses: no session, no cookies, no headers for pages. */
const openFeatures: readonly Register[] = [
  (app, services) => registerEndpoints(app, { ...services, describe: describeHandlers(services) }),
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
  registerHistory,
  registerProgress,
  registerPlans,
  registerUsage,
];

/** Connections at most; the system turns further ones away. */
const CONNECTIONS_MOST = 20_000;

/**
 * Builds the whole server. It never listens: `main.ts` and the tests do that, or `inject`.
 *
 * @returns the app, and what its features work with
 * @throws StartFailure where a setting is of no use; nothing goes on then that had begun
 */
export async function buildApp(parts: Parts): Promise<{ readonly app: FastifyInstance; readonly services: Services }> {
  const app = Fastify(fastifyOptionsOf(parts.settings, parts.logTo));
  app.server.maxConnections = CONNECTIONS_MOST;
  try {
    const services = createServices(parts, app.log);
    await addEverything(app, services);
    return { app, services };
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** In reading order. */
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

/** Everything a browser meets: the app, and the addresses it calls. */
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
  await registerStatic(site, settings);
}

/** `/api`: no request gets past `requireSession` without a session, not even to an address that does not exist. */
async function addPersonFeatures(scope: FastifyInstance, services: Services, authFor: AuthFor) {
  const { db, settings } = services;
  requireSession(scope, authFor, services);
  refuseNulInAddresses(scope);
  await scope.register(rateLimit, {
    global: false,
    keyGenerator: ({ person }) => person.id,
    errorResponseBuilder: tooMany,
    // Several servers count together; one that is alone does so in memory.
    ...(settings.databaseUrl !== undefined && { store: callWindows(db) }),
  });
  await addFeatures(scope, services, personFeatures);
  const nowhere = async (): Promise<never> => {
    throw nothingHere();
  };
  scope.all('/api', { onRequest: nowhere }, nowhere);
  scope.all('/api/*', { onRequest: nowhere }, nowhere);
}

const tooMany = () => new Refusal('too_many_requests', 'Too many requests. Wait a few seconds and try again.');

const developmentCors = {
  origin: DEVELOPMENT_ORIGIN,
  credentials: true,
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposedHeaders: ['Retry-After', 'Content-Disposition'],
};
