/** Limits shared by the app and the server. Sizes are in bytes unless the name says otherwise. */
export const limits = {
  /** Maximum `max-age` of cached responses that an owner may set, in seconds: a day. */
  longestMaxAge: 86_400,
  /** Maximum size of an upload on a server without plans. */
  uploadBytes: 100 * 1024 * 1024,
  /** Maximum size of the rows in one JSON response. Files (.csv, .ndjson, .xlsx) have none. */
  bytesPerResponse: 64 * 1024 * 1024,
  columnsPerTab: 2_000,
  /** Maximum number of columns of all endpoints in an OpenAPI document, or in the types of a project. */
  columnsPerDescription: 10_000,
  /** Maximum number of cells of a workbook, and of an endpoint: its rows times its columns, blank cells included. */
  cellsPerWorkbook: 10_000_000,
  /** Maximum size of an endpoint's rows as JSON, in which each row has all keys. */
  bytesPerTab: 512 * 1024 * 1024,
  charactersPerCell: 50_000,
  /** Maximum number of characters of a column's key: a filter by it has to fit into a URL. */
  charactersPerKey: 255,
  tabsPerWorkbook: 200,
  /** Maximum number of cells in one edit of a grid. */
  cellsPerEdit: 2_000,
  /** Maximum number of rows in a page of a grid. */
  gridRowsPerPage: 500,
  titleCharacters: 300,
  passwordCharacters: 10,
  projectsPerAnswer: 1_000,
  /** Default and maximum of `_limit` of an endpoint. */
  rowsPerPage: 100,
  rowsPerPageMost: 10_000,
  /** Number of rows in the preview of a sheet before it becomes a project. */
  rowsPreviewed: 6,
  /** Maximum number of rows in one POST. */
  rowsPerWrite: 500,
  /** Default and maximum of `_max_affected`: the number of rows that a filter may change or remove. */
  rowsPerFilterWrite: 100,
  rowsPerFilterWriteMost: 10_000,
} as const;

/** Extensions of the files that the drive accepts. */
export const workbookEndings = ['.xlsx', '.ods', '.csv'] as const;
