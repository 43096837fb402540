/** Where bytes of any size are kept. */
export interface BlobTables {
  blobs: BlobsTable;
  blob_chunks: BlobChunksTable;
}

/** Anything large: uploaded files, raw tabs, snapshots of rows. Written in chunks, then referred to by a tiny commit. */
export interface BlobsTable {
  id: string;
  bytes: number;
  created_at: string;
}

export interface BlobChunksTable {
  blob_id: string;
  n: number;
  bytes: Buffer;
}
