"""From one frame to a reading: codes found, the table plane solved, every place judged with its likelihoods."""
