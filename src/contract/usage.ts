import Type, { type Static } from 'typebox';
import { planNameSchema } from './planCalls';
import { integerOrNull, numberOrNull, oneOf, textOrNull } from './schemaParts';
import { usageDays } from './usageRange';

/** Query of `GET /api/usage`. */
export const usageQuerySchema = Type.Object(
  {
    /** Number of days, today included; see {@link usageDays}. */
    days: Type.Optional(Type.Integer({ minimum: usageDays.least, maximum: usageDays.most })),
    /** One project; all projects by default. */
    projectId: Type.Optional(Type.String({ minLength: 1 })),
  },
  { additionalProperties: false },
);
export type UsageQuery = Static<typeof usageQuerySchema>;

const counts = Type.Array(Type.Integer());

/** Requests per day by status class, each list as long as `days` of the response. 304 responses do not count. */
export const usageSeriesSchema = Type.Object({ '2xx': counts, '4xx': counts, '5xx': counts });
export type UsageSeries = Static<typeof usageSeriesSchema>;

/** Milliseconds; null if nothing was measured. */
const milliseconds = numberOrNull;

/** Totals of a period. */
export const usageTotalsSchema = Type.Object({
  requests: Type.Integer(),
  succeeded: Type.Integer(),
  /** Responses with a cached body. */
  fromCache: Type.Integer(),
  /** 304 responses; they do not count as requests. */
  notModified: Type.Integer(),
  /** Median and 95th percentile of response times. */
  p50: milliseconds,
  p95: milliseconds,
});
export type UsageTotals = Static<typeof usageTotalsSchema>;

/** The requests of one endpoint. */
export const usageEndpointSchema = Type.Object({
  projectId: Type.String(),
  /** The project's title. */
  project: Type.String(),
  /** null for requests to the project itself or to unknown sheets, and for requests rejected before the sheet was determined. */
  sheetId: integerOrNull,
  /** Title of the sheet; empty without a sheet. */
  title: Type.String(),
  requests: Type.Integer(),
  series: usageSeriesSchema,
});
export type UsageEndpoint = Static<typeof usageEndpointSchema>;

/** Usage in the current month of the person's plan, all projects together. */
export const usageMonthSchema = Type.Object({
  /** Its first day, for example `2026-03-01`. */
  from: Type.String(),
  /** Day on which the count resets. */
  resetsOn: Type.String(),
  requests: Type.Integer(),
  /** Expected total of the month at the current rate. */
  forecast: Type.Integer(),
  /** Day on which the plan's limit is reached at the current rate; null if it is not reached, or already was. */
  reachedOn: textOrNull,
});
export type UsageMonth = Static<typeof usageMonthSchema>;

/** The person's plan and its usage. */
export const usagePlanSchema = Type.Object({
  mode: oneOf(['unlimited', 'tiered']),
  /** null if the server has no plans. */
  plan: Type.Union([planNameSchema, Type.Null()]),
  projects: Type.Integer(),
  /** Rows of the largest sheet of all projects. */
  rowsPerTab: Type.Integer(),
  /** Used and maximum size of the drive in bytes. */
  drive: Type.Integer(),
  driveBytes: Type.Integer(),
  month: usageMonthSchema,
});
export type UsagePlan = Static<typeof usagePlanSchema>;

/** Response of `GET /api/usage`. Days are in UTC. */
export const usageAnswerSchema = Type.Object({
  /** For example `2026-03-04`; today is the last one. */
  days: Type.Array(Type.String()),
  now: usageTotalsSchema,
  /** Totals of the preceding period of the same length. */
  before: usageTotalsSchema,
  series: usageSeriesSchema,
  methods: Type.Array(Type.Object({ method: Type.String(), requests: Type.Integer() })),
  /** Busiest first; those beyond `MAX_USAGE_ENDPOINTS` are only counted in `otherEndpoints`. */
  endpoints: Type.Array(usageEndpointSchema),
  otherEndpoints: Type.Object({ endpoints: Type.Integer(), requests: Type.Integer() }),
  plan: usagePlanSchema,
});
export type UsageAnswer = Static<typeof usageAnswerSchema>;
