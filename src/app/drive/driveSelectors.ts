import type { RootState } from '../rootReducer';

/** The upload: idle, uploading with its meter, or failed with its sentence. */
export const selectUpload = (state: RootState) => state.drive;

export const selectUploading = (state: RootState) => state.drive.phase === 'uploading';

/** 'Uploading coffee.xlsx, 42%'; undefined when nothing is uploaded. */
export const selectUploadLine = ({ drive }: RootState) =>
  drive.phase === 'uploading' ? `Uploading ${drive.fileName}, ${drive.percent}%` : undefined;
