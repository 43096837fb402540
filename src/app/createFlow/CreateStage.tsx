import type { ReactNode, Ref } from 'react';
import styled from 'styled-components';
import { basePath } from '../basePath';
import { Button } from '../ui/forms/Button';
import { Row, WideOnly, Stack } from '../ui/layout/spacing';
import { Hint, Key } from '../ui/display/text';
import {
  selectCanCreate,
  selectCanRetry,
  selectCreating,
  selectDraftText,
  selectDriveSheetFound,
  selectExampleShown,
  selectPreview,
  selectSheetHosts,
} from './createFlowSelectors';
import { createRequested } from './createFlowSlice';
import { draftEventFor } from './draft';
import { FailureHelp, InvalidHelp, SharingGuide } from './CreateHelp';
import { PreviewCard } from './PreviewCard';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const Picture = styled.img`
  width: 100%;
  height: auto;
`;

/** Border and shadow are here and not in the picture, so that both themes look alike. */
const Frame = styled.div`
  overflow: hidden;
  border-radius: var(--r-xl);
  box-shadow: var(--shadow-2);
`;

const ALT =
  'Example: a spreadsheet open in the browser, its address marked “Copy this”. ' +
  'Its three tabs, roasters, beans and orders, each lead to an endpoint.';

/** The example screenshot: the address to copy, and the resulting endpoints (specification, section 2). */
const ExampleSheet = () => (
  <Frame>
    <picture>
      <source srcSet={`${basePath()}/example-sheet-dark.png`} media="(prefers-color-scheme: dark)" />
      <Picture src={`${basePath()}/example-sheet.png`} width={760} height={292} alt={ALT} />
    </picture>
  </Frame>
);

const Actions = styled(Row)`
  margin-top: -8px;

  @media (max-width: 760px) {
    & > button {
      width: 100%;
    }
  }
`;

const Retrying = styled.div`
  display: grid;
  justify-items: start;
  gap: 20px;

  @media (max-width: 760px) {
    & button {
      width: 100%;
    }
  }
`;

/** The create button, shown with a preview and no error; while creating it stays visible and ignores presses. */
function CreateButton() {
  const dispatch = useAppDispatch();
  const creating = useAppSelector(selectCreating);
  if (!useAppSelector(selectCanCreate)) return null;
  return (
    <Actions $gap={16}>
      <Button look="primary" size="large" loading={creating} onClick={() => dispatch(createRequested())}>
        Create project with this sheet
      </Button>
      {!creating && (
        <Hint as="span" aria-hidden="true">
          <WideOnly>
            <Key>↵</Key>&nbsp; to create
          </WideOnly>
        </Hint>
      )}
    </Actions>
  );
}

/** Checks the same text again after a failed check or create; it never creates. */
function TryAgain() {
  const dispatch = useAppDispatch();
  const text = useAppSelector(selectDraftText);
  const hosts = useAppSelector(selectSheetHosts);
  return (
    <Button look="primary" size="large" onClick={() => dispatch(draftEventFor(text, hosts))}>
      Try again
    </Button>
  );
}

const Again = styled(Row)`
  width: 100%;
`;

/** Content of other features on the page. */
export interface CreateSlots {
  /** Uploads a workbook to the drive. */
  readonly upload: ReactNode;
  /** Switches a sheet of the drive on or off. */
  readonly sheetControl: (sheetId: number, labelledBy: string) => ReactNode;
  /** The first rows of a spreadsheet of the drive, and its reading options. @param rows number of rows of the first shown sheet */
  readonly firstRows: (spreadsheetId: string, rows: number) => ReactNode;
}

interface CreateStageProps extends CreateSlots {
  readonly heading: Ref<HTMLHeadingElement>;
}

/** The part of the page below the input: the example, the preview, or the help after a failure. */
export function CreateStage({ upload, sheetControl, firstRows, heading }: CreateStageProps) {
  const preview = useAppSelector(selectPreview);
  const canRetry = useAppSelector(selectCanRetry);
  const driveSheetId = useAppSelector(selectDriveSheetFound);
  const isExampleShown = useAppSelector(selectExampleShown);
  const firstTab = preview?.tabs.find(({ hidden }) => hidden !== true);
  return (
    <Stack $gap={28} $top={28}>
      <InvalidHelp />
      {preview && (
        <PreviewCard
          preview={preview}
          heading={heading}
          sheetControl={sheetControl}
          rows={driveSheetId !== undefined && firstRows(driveSheetId, firstTab?.rows ?? 0)}
        />
      )}
      <CreateButton />
      {canRetry && (
        <Retrying>
          <Again $gap={16}>
            <TryAgain />
            <SharingGuide />
          </Again>
          <FailureHelp />
        </Retrying>
      )}
      {isExampleShown && upload}
      {isExampleShown && <ExampleSheet />}
    </Stack>
  );
}
