import cors from '@fastify/cors';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance } from 'fastify';
import { registerAbout } from './ops/aboutRoute';
import { registerAccount } from './auth/accountRoute';
import { type AuthFor, createAuthFor, requireSession } from './auth/requireSession';
import { acceptFormerCookies, resealStored } from './auth/secretRotation';
import { registerSession } from './auth/sessionRoute';
import { callWindows, forgetOldWindows } from './database/callWindows';
import { registerDrive } from './drive/driveRoute';
import { registerEndpoints } from './endpoints/endpointsRoute';
import { registerOwnerRows } from './endpoints/ownerRowsRoute';
import { registerGoogleConsent } from './google/consent/consentRoute';
import { registerGooglePush } from './google/push/pushRoute';
import { readBodies, requireBodiesInTime } from './http/bodies';
import { fastifyOptionsOf, followSchemas } from './http/fastifyOptions';
import { watchMethods } from './http/otherMethods';
import { refuseOverload } from './http/overload';
import { handleProblems, nothingHere } from './http/problems';
import { refuseCrossSite, refuseNulInAddresses, refuseWithoutHost } from './http/requestChecks';
import { addSecurityHeaders, addTransportSecurity } from './http/securityHeaders';
import { registerKeys } from './keys/keysRoute';
import { registerOwnerOpenapi } from './machines/ownerOpenapiRoute';
import { registerMetrics } from './ops/metricsRoute';
import { measureRequests } from './ops/requestMetrics';
import { joinNodes } from './ops/nodes';
import type { Parts, Register } from './parts';
import { openPlanLimits } from './plans/planLimits';
import { registerPlans } from './plans/plansRoute';
import { accountDeletion } from './projects/deleteAccount';
import { registerProjects } from './projects/projectsRoute';
import { Refusal } from './refusal';
import { startServices } from './services';
import { DEVELOPMENT_ORIGIN } from './settings';
import { registerStatic } from './static/staticRoute';
import { registerProgress } from './sync/progress';
import { registerHistory } from './sync/syncRuns';
import { registerTemplates, templateFile } from './templates/templates';
import { registerUsage } from './usage/usageRoute';

/** Features for everybody, on their own addresses: no session, no cookies, no headers for pages. */
const openFeatures: readonly Register[] = [registerEndpoints, registerMetrics, registerGooglePush];

/** Features under `/api`, for the signed-in person in `request.person`. */
const personFeatures: readonly Register[] = [
  registerAccount,
  registerGoogleConsent,
  registerTemplates,
  registerKeys,
  registerOwnerRows,
  registerOwnerOpenapi,
  registerHistory,
  registerProgress,
  registerPlans,
  registerUsage,
];

/** Connections at most; whoever comes then is turned away by the system. */
const CONNECTIONS_MOST = 20_000;

/**
 * Builds the whole server. It never listens: `main.ts` and the tests do that, or `inject`.
 *
 * @throws StartFailure where a setting is of no use; nothing goes on then that had begun
 */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const app = Fastify(fastifyOptionsOf(parts.settings, parts.logTo));
  app.server.maxConnections = CONNECTIONS_MOST;
  try {
    await addEverything(app, parts);
  } catch (error) {
    await app.close();
    throw error;
  }
  return app;
}

/** In reading order. */
async function addEverything(app: FastifyInstance, parts: Parts) {
  refuseOverload(app, parts.overload);
  requireBodiesInTime(app);
  readBodies(app);
  followSchemas(app);
  openPlanLimits(parts);
  joinNodes(app, parts);
  forgetOldWindows(app, parts.db);
  resealStored(app, parts);
  app.decorateRequest('person');
  handleProblems(app);
  addTransportSecurity(app, parts.settings);
  refuseWithoutHost(app);
  measureRequests(app);
  await app.register((scope) => addFeatures(scope, parts, openFeatures));
  await app.register((scope) => addSite(scope, parts));
  await app.ready();
}

async function addFeatures(scope: FastifyInstance, parts: Parts, features: readonly Register[]) {
  const refuseOtherMethods = watchMethods(scope);
  for (const register of features) await register(scope, parts);
  refuseOtherMethods();
}

/** Everything a browser meets: the app, and the addresses it calls. */
async function addSite(site: FastifyInstance, parts: Parts) {
  const authFor = createAuthFor({ ...parts, log: site.log, deletion: accountDeletion(parts) });
  await addSecurityHeaders(site);
  if (parts.settings.development) await site.register(cors, developmentCors);
  refuseCrossSite(site, parts.settings);
  acceptFormerCookies(site, parts.settings);
  await site.register((scope) => addFeatures(scope, parts, [registerAbout]));
  await registerSession(site, parts, authFor);
  await site.register((scope) => addPersonFeatures(scope, parts, authFor));
  await registerStatic(site, parts.settings);
}

/** `/api`: nobody gets past `requireSession`, not even to an address that does not exist. */
async function addPersonFeatures(scope: FastifyInstance, parts: Parts, authFor: AuthFor) {
  requireSession(scope, authFor, parts);
  refuseNulInAddresses(scope);
  await scope.register(rateLimit, {
    global: false,
    keyGenerator: ({ person }) => person.id,
    errorResponseBuilder: tooMany,
    // Several servers count together; one that is alone does so in memory.
    ...(parts.settings.databaseUrl !== undefined && { store: callWindows(parts.db) }),
  });
  const services = startServices(scope, parts);
  await addFeatures(scope, parts, [
    (app) => registerDrive(app, parts, { ...services, templateFile }),
    (app) => registerProjects(app, parts, services),
    ...personFeatures,
  ]);
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
