import { GOOGLE_SHEETS_HOST } from '../../../contract/sheetUrl';
import type { Project, ProjectTab } from '../../../contract/projects';
import { ButtonAnchor, ButtonLink } from '../../ui/forms/Button';
import type { ButtonSize } from '../../ui/forms/buttonStyles';
import { WideOnly } from '../../ui/layout/spacing';
import { paths } from '../../paths';

interface OpenSheetProps {
  readonly project: Project;
  /** The current tab. */
  readonly tab: Pick<ProjectTab, 'sheetId'>;
  /** A small button shows its text on phones too. */
  readonly size?: ButtonSize;
}

/** A link to the sheet itself in a new browser tab: a page of the drive, or Google Sheets. */
export function OpenSheet({ project: { source, sheetId }, tab, size = 'medium' }: OpenSheetProps) {
  const words = size === 'small' ? 'Open sheet' : <WideOnly>Open sheet</WideOnly>;
  if (source === 'drive')
    return (
      <ButtonLink
        size={size}
        target="_blank"
        rel="noopener"
        icon="open"
        to={paths.driveSheet(sheetId, tab.sheetId)}
        aria-label="Open sheet"
      >
        {words}
      </ButtonLink>
    );
  const href = `${GOOGLE_SHEETS_HOST}/spreadsheets/d/${sheetId}/edit#gid=${tab.sheetId}`;
  return (
    <ButtonAnchor size={size} icon="open" href={href} outside label="Open sheet">
      {words}
    </ButtonAnchor>
  );
}
