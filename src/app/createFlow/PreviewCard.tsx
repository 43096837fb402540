import type { ReactNode, Ref } from 'react';
import styled, { css, keyframes } from 'styled-components';
import type { SheetPreview } from '../../contract/projects';
import { below, Card, Line } from '../ui/layout/spacing';
import { Icon } from '../ui/display/Icon';
import { NewAddress } from '../ui/layout/NewAddress';
import { counted } from '../ui/display/numbers';
import { SourceIcon, sourceIcon, sourceWords } from '../ui/display/SourceIcon';
import { fineText, SectionTitle, Small, SmallWithIcon, TextLink } from '../ui/display/text';
import { paths } from '../paths';
import { type AvailableSheet, selectAvailableSheets, selectCreatePhase } from './createFlowSelectors';
import { useAppSelector } from '../storeHooks';

const Good = styled(SmallWithIcon)`
  color: var(--success-text);
  font-weight: var(--weight-semibold);

  & > svg {
    color: inherit;
  }
`;

/** Note for a spreadsheet that already has a project: creating it again makes no second one. */
function AlreadyProject({ preview: { alreadyProject, tabs } }: { readonly preview: SheetPreview }) {
  const first = tabs.find(({ hidden }) => hidden !== true) ?? tabs[0];
  if (alreadyProject === undefined || first === undefined) return null;
  return (
    <SmallWithIcon>
      <Icon name="info" />
      <span>
        You have a project of this sheet; creating it again makes no second one.{' '}
        <TextLink to={paths.project(alreadyProject, first.title)}>Open it</TextLink>
      </span>
    </SmallWithIcon>
  );
}

const Top = styled.div`
  display: flex;
  align-items: flex-start;
  gap: 16px;
  padding: 20px;

  & > div {
    flex: 1;
    min-width: 0;
  }
`;

const ListTitle = styled.h3`
  padding: 10px 20px;
  border-top: 1px solid var(--line);
  color: var(--ink-2);
  background: var(--subtle);
  font-size: var(--text-sm);
  font-weight: var(--weight-medium);
  line-height: 20px;
`;

const form = keyframes`
  from { clip-path: inset(0 100% 0 0); }
  to { clip-path: inset(0); }
`;

const land = keyframes`
  from { scale: 0; }
`;

/** Reveals each endpoint from left to right, then its point; tab after tab, all within 900 ms. */
const forming = css`
  & > code {
    animation: ${form} 360ms var(--ease) calc(var(--turn) * 120ms) both;
  }
  & > span:first-child::before {
    animation: ${land} 240ms var(--ease-spring) calc(300ms + var(--turn) * 120ms) both;
  }
`;

const Tab = styled.li<{ $forming: boolean; $off: boolean }>`
  display: grid;
  grid-template-columns: 132px minmax(0, 1fr) auto;
  gap: 2px 16px;
  align-items: center;
  padding: 11px 20px;
  border-top: 1px solid var(--line);
  font-size: var(--text-sm);
  ${({ $forming }) => $forming && forming}

  & > span:first-child {
    display: flex;
    align-items: center;
    gap: 9px;
    min-width: 0;
    font-size: var(--text-base);
    font-weight: var(--weight-semibold);
  }
  & > span:first-child::before {
    content: '';
    flex: none;
    width: 7px;
    height: 7px;
    border-radius: 50%;
    background: ${({ $off }) => ($off ? 'var(--line-strong)' : 'var(--point)')};
  }
  & > code {
    visibility: ${({ $off }) => ($off ? 'hidden' : 'visible')};
  }
  ${below.lists} {
    grid-template-columns: minmax(0, 1fr) auto;
    padding: 11px 16px;

    & > code {
      display: ${({ $off }) => ($off ? 'none' : 'block')};
      grid-row: 2;
      grid-column: 1 / -1;
    }
  }
`;

/** The end of a sheet's line: its size, and whether it becomes an endpoint. */
const End = styled(Line)`
  gap: 16px;
  ${fineText}
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`;

/** Maximum index of an animation step; later tabs share the last step. */
const MAX_TURN = 3;

/** Returns where the spreadsheet is, and the number of rows of all endpoints, if it is known. */
function sourceLine(source: SheetPreview['source'], sheets: readonly AvailableSheet[]) {
  const endpoints = sheets.filter(({ off }) => !off);
  const areRowsKnown = endpoints.length > 0 && endpoints.every(({ rows }) => rows !== undefined);
  const rows = endpoints.reduce((sum, sheet) => sum + (sheet.rows ?? 0), 0);
  return [source && sourceWords[source], areRowsKnown && counted(rows, 'row')].filter(Boolean).join(', ');
}

const READ_ONLY = 'Read only: share it with your connected account to write.';

/** Returns the size of a sheet, as far as it is known, or that it has no endpoint. */
function sizeInWords({ rows, columns, hidden, off }: AvailableSheet) {
  if (off) return hidden ? 'Hidden, no endpoint' : 'No endpoint';
  const counts = [rows !== undefined && counted(rows, 'row'), columns !== undefined && counted(columns, 'column')];
  return counts.filter(Boolean).join(', ');
}

interface SheetsProps extends Pick<PreviewCardProps, 'sheetControl'> {
  readonly sheets: readonly AvailableSheet[];
}

function Sheets({ sheets, sheetControl }: SheetsProps) {
  const isArriving = useAppSelector(selectCreatePhase) === 'previewReady';
  if (sheets.length === 0)
    return (
      <Small $pad="11px 20px" $line="top">
        No sheets in this spreadsheet.
      </Small>
    );
  return (
    <ul>
      {sheets.map((sheet, index) => (
        <Tab key={sheet.sheetId} $forming={isArriving} $off={sheet.off} style={{ '--turn': Math.min(index, MAX_TURN) }}>
          <span id={`available-${sheet.sheetId}`}>{sheet.title}</span>
          <NewAddress name={sheet.address} />
          <End>
            {sizeInWords(sheet)}
            {sheetControl(sheet.sheetId, `available-${sheet.sheetId}`)}
          </End>
        </Tab>
      ))}
    </ul>
  );
}

interface PreviewCardProps {
  readonly preview: SheetPreview;
  /** Ref of the heading, which gets the focus when the preview arrives. */
  readonly heading: Ref<HTMLHeadingElement>;
  /** Switch of a sheet, if sheets can be switched on and off. */
  readonly sheetControl: (sheetId: number, labelledBy: string) => ReactNode;
  /** Preview of the rows. */
  readonly rows: ReactNode;
}

/** The preview of the spreadsheet at the URL. */
export function PreviewCard({ preview, heading, sheetControl, rows }: PreviewCardProps) {
  const sheets = useAppSelector(selectAvailableSheets);
  return (
    <Card>
      <Top>
        <SourceIcon kind={sourceIcon(preview.source)} large />
        <div>
          <Good>
            <Icon name="checkRound" />
            We've got it!
          </Good>
          <SectionTitle ref={heading} tabIndex={-1}>
            {preview.title}
          </SectionTitle>
          <Small>{sourceLine(preview.source, sheets)}</Small>
          {preview.writable === false && (
            <SmallWithIcon>
              <Icon name="lock" />
              {preview.readOnlyReason ?? READ_ONLY}
            </SmallWithIcon>
          )}
          <AlreadyProject preview={preview} />
        </div>
      </Top>
      <ListTitle>Available sheets</ListTitle>
      <Sheets sheets={sheets} sheetControl={sheetControl} />
      {rows}
    </Card>
  );
}
