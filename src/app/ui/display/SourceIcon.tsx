import styled from 'styled-components';
import type { Project, SourceKind } from '../../../contract/projects';
import { Drawing } from './Icon';

interface SourceIconProps {
  /** `sheet` for a spreadsheet elsewhere, `file` for an uploaded workbook. */
  readonly kind: 'sheet' | 'file';
  readonly large?: boolean;
}

const Ground = styled.span<{ $file: boolean; $large: boolean }>`
  display: grid;
  flex: none;
  place-items: center;
  width: ${({ $large }) => ($large ? 44 : 36)}px;
  height: ${({ $large }) => ($large ? 44 : 36)}px;
  border-radius: ${({ $large }) => ($large ? 11 : 9)}px;
  color: var(${({ $file }) => ($file ? '--info-text' : '--accent-text')});
  background: var(${({ $file }) => ($file ? '--info-soft' : '--accent-soft')});
`;

const PAGE = 'M4 3.5A1.5 1.5 0 0 1 5.5 2H12l4 4v10.5a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 4 16.5v-13Z';
const SHEET = `${PAGE}M7 9.5h6v5H7zM7 12h6M10 9.5v5`;
const FILE = `${PAGE}M7.75 10l4.5 5m0-5-4.5 5`;

/** An icon of a page with a small grid, or with a cross for a file. */
export const SourceIcon = ({ kind, large = false }: SourceIconProps) => (
  <Ground $file={kind === 'file'} $large={large}>
    <Drawing path={kind === 'file' ? FILE : SHEET} box={20} size={large ? 24 : 20} />
  </Ground>
);

/** Names of the sources of spreadsheets. */
export const sourceWords: Record<SourceKind, string> = {
  drive: 'Tabpoint drive',
  googleLink: 'Google Sheets, link-shared',
  googleApi: 'Google Sheets, connected',
};

/** Whether a project is synced with its source, as a Google sheet is. A workbook of the drive is only changed here. */
export const canSync = ({ source }: Pick<Project, 'source'>): boolean => source !== 'drive';

/** Returns the words around the time of the last read. */
export const readWords = (source: SourceKind): { readonly before: string; readonly never: string } =>
  source === 'drive' ? { before: 'Updated', never: 'Not read yet' } : { before: 'Synced', never: 'Not synced yet' };

/** Returns the kind of icon for a source. */
export const sourceIcon = (source: SourceKind | undefined) => (source === 'drive' ? 'file' : 'sheet');
