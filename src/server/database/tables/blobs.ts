import type { DatabaseKind } from '../database';

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

const bytesType = { sqlite: 'blob', postgres: 'bytea' } as const;

/** Statements that make {@link BlobTables}. A blob that is referred to cannot be removed. */
export const createBlobTables = (kind: DatabaseKind): readonly string[] => [
  `create table blobs (
    id text primary key not null,
    bytes bigint not null,
    created_at text not null
  )`,
  `create table blob_chunks (
    blob_id text not null references blobs (id) on delete cascade,
    n integer not null,
    bytes ${bytesType[kind]} not null,
    primary key (blob_id, n)
  )`,
];
