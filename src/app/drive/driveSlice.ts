import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { createPageLeft, draftAccepted, draftCleared, draftRejected, uploadDone } from '../createFlow/createFlowSlice';
import type { RootState } from '../rootReducer';

/** The upload of a workbook into the drive. */
export type Upload =
  | { readonly phase: 'idle' }
  | { readonly phase: 'uploading'; readonly fileName: string; readonly percent: number }
  | { readonly phase: 'failed'; readonly message: string };

const idle = (): Upload => ({ phase: 'idle' });

export const driveSlice = createSlice({
  name: 'drive',
  initialState: idle(),
  reducers: {
    /** The file is in `meta`, as it is no part of the state. */
    uploadStarted: {
      reducer: (_state, { payload }: PayloadAction<{ fileName: string }, string, { file: File }>): Upload => ({
        phase: 'uploading',
        fileName: payload.fileName,
        percent: 0,
      }),
      prepare: (file: File) => ({ payload: { fileName: file.name }, meta: { file } }),
    },
    /** A file was rejected, or an upload has failed. */
    uploadRefused: (_state, { payload: message }: PayloadAction<string>): Upload => ({ phase: 'failed', message }),
    uploadProgressed: (state, { payload: percent }: PayloadAction<number>): Upload =>
      state.phase === 'uploading' ? { ...state, percent } : state,
    uploadCancelled: idle,
  },
  extraReducers: (builder) => {
    builder
      .addCase(uploadDone, idle)
      .addCase(createPageLeft, idle)
      .addMatcher(isAnyOf(draftCleared, draftRejected, draftAccepted), (state) =>
        state.phase === 'failed' ? idle() : state,
      );
  },
});

export const { uploadStarted, uploadRefused, uploadProgressed, uploadCancelled } = driveSlice.actions;

const none = idle();

/** Returns the upload: idle, uploading with its progress, or failed with its message. */
export const selectUpload = ({ drive = none }: RootState) => drive;

/** Returns 'Uploading coffee.xlsx, 42%'; undefined without an upload. */
export function selectUploadLine(state: RootState): string | undefined {
  const upload = selectUpload(state);
  return upload.phase === 'uploading' ? `Uploading ${upload.fileName}, ${upload.percent}%` : undefined;
}
