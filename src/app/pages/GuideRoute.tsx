import { NotFoundPage } from '../layout/PageBoundary';
import { GuidePage } from '../learn/GuidePage';

/** `/learn/{guide}`, with the 404 page for an unknown guide. */
export const GuideRoute = () => <GuidePage missing={<NotFoundPage />} />;
