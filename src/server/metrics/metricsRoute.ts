import { DATA_POLICY } from '../http/dataPolicy';
import type { Register } from '../parts';
import { nothingHere } from '../problems';
import { mayLook } from './mayLook';
import { metricFamilies } from './serverMetrics';
import { METRICS_TYPE, metricsText } from './textFormat';

/** `GET /metrics` for Prometheus; to everybody who may not look there is nothing here. */
export const registerMetrics: Register = (app, parts) => {
  app.get('/metrics', async (request, reply) => {
    if (!mayLook(request, parts.settings)) throw nothingHere();
    return reply
      .header('content-type', METRICS_TYPE)
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', DATA_POLICY)
      .send(metricsText(metricFamilies(parts)));
  });
};
