// Makes the precompiled header of the tests that are written against the public headers.
