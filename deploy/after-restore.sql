-- Run this after a backup was restored, before n8n starts. README.md beside this file says why.
-- A backup does not know what was sent after it. So nothing in it may be sent, or continue, by itself.

-- Executions that waited, for an answer or for a time, or that ran: they would continue, and send what comes next.
-- n8n lets a link of one that is canceled, but not finished, continue it.
UPDATE execution_entity
SET status = 'canceled', finished = true, "stoppedAt" = now(), "waitTill" = NULL
WHERE status IN ('new', 'running', 'waiting', 'unknown');

-- The table of the example "A night of messages", if it is in this database: a person decides on these rows.
DO $$
BEGIN
  IF to_regclass('night_messages') IS NOT NULL THEN
    UPDATE night_messages
    SET state = 'possibly sent', done_at = now(),
      reason = 'It was not sent when the backup was made, which was restored later'
    WHERE state IN ('waiting', 'taken');
  END IF;
END $$;
