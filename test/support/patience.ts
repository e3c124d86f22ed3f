// A browser and a real n8n take their time; this ends a test that would hang for ever.
jest.setTimeout(120_000);
