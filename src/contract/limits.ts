/** Limits that both sides know. Sizes are bytes unless the name says otherwise. */
export const limits = {
  /** Seconds that an owner may let browsers and caches keep answers: a day. */
  longestMaxAge: 86_400,
  /** Largest upload where the server has no plans. */
  uploadBytes: 100 * 1024 * 1024,
  columnsPerTab: 2_000,
  cellsPerWorkbook: 10_000_000,
  charactersPerCell: 50_000,
  tabsPerWorkbook: 200,
  /** Cells that one edit of a grid may write. */
  cellsPerEdit: 2_000,
  /** Rows of a page of a grid, at most. */
  gridRowsPerPage: 500,
  titleCharacters: 300,
  passwordCharacters: 10,
  projectsPerAnswer: 1_000,
  /** `_limit` of an endpoint: what it is when not given, and the most it may be. */
  rowsPerPage: 100,
  rowsPerPageMost: 10_000,
  /** First rows of a sheet that a person is shown before it becomes a project. */
  rowsPreviewed: 6,
  /** Rows that one POST may hold. */
  rowsPerWrite: 500,
  /** Rows that a filter may change or remove without `_max_affected`, and the most that it may allow. */
  rowsPerFilterWrite: 100,
  rowsPerFilterWriteMost: 10_000,
} as const;

/** Endings of the files the drive takes. */
export const workbookEndings = ['.xlsx', '.ods', '.csv'] as const;
